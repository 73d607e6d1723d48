// Tables that sort by a press on their heads.

// The number at the start of a cell; its text where there is none.
function cellValue(row, column) {
  const text = row.cells[column].textContent.trim();
  const number = parseFloat(text.replace("\u2212", "-"));
  return Number.isNaN(number) ? text : number;
}

function compareCells(a, b) {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === "number" ? -1 : 1; // numbers before texts
}

function sortBy(table, head, column) {
  const up = head.getAttribute("aria-sort") === "descending";
  for (const other of table.tHead.rows[0].cells) {
    other.removeAttribute("aria-sort");
  }
  head.setAttribute("aria-sort", up ? "ascending" : "descending");
  const body = table.tBodies[0];
  const rows = [...body.rows].sort((a, b) => (up ? 1 : -1)
    * compareCells(cellValue(a, column), cellValue(b, column)));
  body.append(...rows);
}

function makeSortable(table) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent || "#";
    button.addEventListener("click", () => sortBy(table, head, column));
    head.replaceChildren(button);
  });
}
