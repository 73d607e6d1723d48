// Reports: tables that sort by a click on their heads, and a button that copies
// the data. Without JavaScript a report shows the same tables and pictures.

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

for (const table of document.querySelectorAll("table")) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent || "#";
    button.addEventListener("click", () => sortBy(table, head, column));
    head.replaceChildren(button);
  });
}

const copy = document.getElementById("copy");
copy.hidden = false;
copy.addEventListener("click", async () => {
  const text = document.getElementById("data").textContent;
  const box = document.getElementById("text-of-data");
  box.value = text;
  box.hidden = false;
  box.select();
  try {
    await navigator.clipboard.writeText(text);
    copy.textContent = "Copied";
  } catch {
    copy.textContent = "Copy what is selected below";
  }
});
