// The modules of staff's pages: everything that needs a script, and nothing that works without one.

import "./dialogs.js";
import "./early.js";
import "./failures.js";
import "./loading.js";
import "./printing.js";
import "./toasts.js";
