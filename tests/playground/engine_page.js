// The engine alone in a page, for tests/playground/engine.js.
import { openEngine, licences } from "../../repl/web/playground/engine.js";
window.openEngine = openEngine;
window.licences = licences;
