/** Keyboard control of the matrix: arrows select a cell, Enter goes to the line, Delete removes the row. */

import { removeUrl, selectCell } from "../actions.ts";
import { lineOfCode } from "../answers.ts";
import { goTo } from "../editor-loader.ts";
import { columnOf, columns } from "../matrix-state.ts";
import * as page from "../state.ts";
import { HEADER_HEIGHT, ROW_HEIGHT, scroll } from "./matrix-geometry.ts";

const KEY_MOVES: Record<string, (row: number, column: number, page: number) => [number, number]> = {
  ArrowDown: (row, column) => [row + 1, column],
  ArrowUp: (row, column) => [row - 1, column],
  ArrowRight: (row, column) => [row, column + 1],
  ArrowLeft: (row, column) => [row, column - 1],
  Home: (row) => [row, 0],
  End: (row) => [row, Number.POSITIVE_INFINITY],
  PageDown: (row, column, page) => [row + page, column],
  PageUp: (row, column, page) => [row - page, column],
};

export function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const cell = page.selection.peek();
  if (!cell || target.getAttribute("role") !== "gridcell") return;
  const step = KEY_MOVES[event.key];
  if (step && !event.ctrlKey && !event.altKey && !event.metaKey) move(cell, step);
  else if (event.key === "Enter" || event.key === " ") goToLine(cell);
  else if (event.key === "Delete") remove(cell);
  else return;
  event.preventDefault();
}

function move(cell: page.Selection, step: (typeof KEY_MOVES)[string]): void {
  const urls = page.visibleUrls.peek();
  const shown = columns.peek();
  const many = Math.max(1, Math.floor((scroll.peek().height - HEADER_HEIGHT) / ROW_HEIGHT) - 1);
  const [row, index] = step(urls.indexOf(cell.url), columnOf(cell.agent), many);
  const url = urls[Math.max(0, Math.min(row, urls.length - 1))];
  const column = shown[Math.max(0, Math.min(index, shown.length - 1))];
  if (url === undefined || !column) return;
  // A crawler of a group stays selected while the selection stays in its column.
  selectCell(url, column.members.includes(cell.agent) ? cell.agent : column.agent);
  page.revealMode.value = "focus";
}

function goToLine({ url, agent }: page.Selection): void {
  selectCell(url, agent);
  const line = lineOfCode(page.displayedAnswers.peek().code(url, agent));
  if (line > 0) goTo(line);
}

/** Removes the row. The next row gets the selection. */
function remove({ url, agent }: page.Selection): void {
  const urls = page.visibleUrls.peek();
  const index = urls.indexOf(url);
  const next = urls[index + 1] ?? urls[index - 1];
  removeUrl(url);
  if (next === undefined) return;
  selectCell(next, agent);
  page.revealMode.value = "focus";
}
