/** A text of the catalogue in which some values are elements, such as links. */

import type { ComponentChild } from "preact";
import { t } from "../language.ts";

interface Props {
  id: string;
  /** The elements, by the names of their values. */
  parts: Record<string, ComponentChild>;
  values?: Record<string, string | number>;
}

export function TextWithParts({ id, parts, values = {} }: Props) {
  // A character for private use stands for each element until the text is split.
  const names = Object.keys(parts);
  const marks = names.map((name, index) => [name, String.fromCodePoint(0xe000 + index)] as const);
  const text = t(id, { ...values, ...Object.fromEntries(marks) });
  const pieces = text.split(/([\ue000-\ue0ff])/);
  return (
    <>
      {pieces.map((piece, index) =>
        index % 2 === 0 ? piece : parts[names[(piece.codePointAt(0) ?? 0) - 0xe000] ?? ""],
      )}
    </>
  );
}
