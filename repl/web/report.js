// Reports: tables that sort (sort.js), and a button that copies the data.
// Without JavaScript a report shows the same tables and pictures.

document.querySelectorAll("table").forEach(makeSortable);

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
