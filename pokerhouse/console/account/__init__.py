"""One's account: who one is here, how one signs in, and where one is signed in."""
