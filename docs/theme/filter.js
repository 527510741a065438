// Puts a box above each table with `data-filter`. Only the rows that contain every typed word are shown.
for (const table of document.querySelectorAll("table[data-filter]")) {
  const rows = [...table.tBodies[0].rows];
  const label = document.createElement("label");
  const input = document.createElement("input");
  const count = document.createElement("output");
  label.className = "filter";
  input.type = "search";
  label.append(table.dataset.filter, input, count);
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
    count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  };
  input.addEventListener("input", show);
  // The arrow keys turn the pages of the book, but not here.
  input.addEventListener("keydown", (event) => event.stopPropagation());
  table.parentElement.before(label);
  show();
}
