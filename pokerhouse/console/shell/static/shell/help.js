// What every page of the shell has beside its own: its keys, and the line when the house is away.

import "./keys.js";
import { watchThePage } from "./offline.js";

watchThePage();
