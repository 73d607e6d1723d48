// The editor of Lua files: CodeMirror with Lua's colours, errors at their lines,
// and completion from the API's description.
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, highlightActiveLine, drawSelection,
  hoverTooltip } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentMore, indentLess }
  from "@codemirror/commands";
import { StreamLanguage, HighlightStyle, syntaxHighlighting, bracketMatching,
  indentOnInput, indentUnit } from "@codemirror/language";
import { autocompletion, completionKeymap, closeBrackets, closeBracketsKeymap,
  completionStatus, selectedCompletionIndex, moveCompletionSelection,
  acceptCompletion } from "@codemirror/autocomplete";
import { setDiagnostics, lintGutter, lintKeymap } from "@codemirror/lint";
import { searchKeymap, highlightSelectionMatches } from "@codemirror/search";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { tags } from "@lezer/highlight";
import { candidates, describe } from "./completion.js";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--suit-1)", fontWeight: "600" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--suit-3)" },
  { tag: tags.number, color: "var(--suit-5)" },
  { tag: tags.atom, color: "var(--suit-5)" },
  { tag: tags.standard(tags.variableName), color: "var(--suit-2)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--panel)", color: "var(--text)",
    fontSize: "0.9rem" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.45" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused": { outline: "3px solid var(--link)", outlineOffset: "-3px" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--soft)",
    borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter":
    { backgroundColor: "color-mix(in srgb, var(--link) 9%, transparent)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground":
    { backgroundColor: "color-mix(in srgb, var(--link) 30%, transparent)"
      + " !important" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)",
    border: "1px solid var(--line)", maxWidth: "min(32rem, 90vw)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]":
    { backgroundColor: "var(--link)", color: "var(--ground)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.85" },
  ".cm-completionInfo": { whiteSpace: "pre-line" },
  ".about": { padding: "0.4rem 0.6rem", whiteSpace: "pre-line" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)" },
});

// Tab takes the first completion, or the chosen one; else it indents. Enter takes
// one only if it was chosen, so that it ends a line as it does elsewhere.
function tab(view) {
  if (completionStatus(view.state) !== "active") return indentMore(view);
  if (selectedCompletionIndex(view.state) === null) {
    moveCompletionSelection(true)(view);
  }
  return acceptCompletion(view);
}

// Escape lets the next Tab leave the editor, at once and for as long as no other
// key is pressed; it does what else it does as well.
function leave(view) {
  if (completionStatus(view.state) !== "active") view.setTabFocusMode(Infinity);
  return false;
}

// An editor in `parent`. `changed(text)` is called after each change,
// `moved(text, offset)` after each move of the cursor; `api()` returns the
// description of the API once it is known, `kind()` the kind of the file.
export function openEditor({ parent, label, changed, moved, api, kind }) {
  const complete = (context) => {
    const text = context.state.doc.toString();
    const found = api() && candidates(api(), kind(), text, context.pos,
      context.explicit);
    return found && { from: found.from, options: found.options,
      validFor: /^\w*$/ };
  };
  const hover = hoverTooltip((view, at) => {
    const about = api() && describe(api(), kind(), view.state.doc.toString(),
      at);
    return about && { pos: about.from, end: about.to, above: true,
      create() {
        const dom = document.createElement("div");
        dom.className = "about";
        dom.textContent = about.text;
        return { dom };
      } };
  });
  let quiet = false; // true while the page itself sets the text
  const extensions = [EditorView.lineWrapping, lineNumbers(), history(),
    drawSelection(), lintGutter(), highlightActiveLine(),
    highlightSelectionMatches(), bracketMatching(), closeBrackets(),
    EditorState.languageData.of(() => [{ closeBrackets:
      { brackets: ["(", "[", "\""] } }]), // people type the } of a table
    StreamLanguage.define(lua), syntaxHighlighting(colours),
    indentUnit.of("  "), indentOnInput(), look, hover,
    autocompletion({ override: [complete], icons: false,
      selectOnOpen: false }),
    keymap.of([{ key: "Escape", run: leave }, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap,
      ...historyKeymap, ...completionKeymap, ...lintKeymap,
      { key: "Tab", run: tab, shift: indentLess }]),
    EditorView.domEventHandlers({ mousedown: (_, own) =>
      own.setTabFocusMode(false) }),
    EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label,
      "aria-describedby": "editor-keys" }),
    EditorView.updateListener.of((update) => {
      const text = () => update.state.doc.toString();
      if (update.docChanged && !quiet) changed(text());
      if (update.docChanged || update.selectionSet) {
        moved(text(), update.state.selection.main.head);
      }
    })];
  const fresh = (doc) => EditorState.create({ doc, extensions });
  const view = new EditorView({ parent, state: fresh("") });
  return {
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),
    // Show another file; what was undone belongs to the file before.
    open(text) {
      quiet = true;
      view.setState(fresh(text));
      quiet = false;
    },
    // Mark mistakes, a list of { line, message }.
    mark(mistakes) {
      const doc = view.state.doc;
      view.dispatch(setDiagnostics(view.state, mistakes.map((one) => {
        const line = doc.line(Math.max(1, Math.min(one.line || 1, doc.lines)));
        return { from: line.from, to: line.to, severity: "error",
          message: one.message };
      })));
    },
    select(text) {
      const from = view.state.doc.toString().indexOf(text);
      if (from < 0) return;
      view.dispatch({ selection: { anchor: from, head: from + text.length },
        effects: EditorView.scrollIntoView(from, { y: "center" }) });
    },
    goTo(number) {
      const doc = view.state.doc;
      const line = doc.line(Math.max(1, Math.min(number, doc.lines)));
      view.dispatch({ selection: { anchor: line.from }, scrollIntoView: true });
      view.focus();
    },
  };
}
