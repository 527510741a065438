/** The difference between two versions of a file, line by line. */

import { useEffect, useRef } from "preact/hooks";
import { reportFault } from "../faults.ts";

interface Props {
  live: string;
  draft: string;
}

export function Difference({ live, draft }: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    // A first visit loads no part of the editor that only this dialog needs.
    const view = import("../editor/difference-view.ts").then(({ showDifference }) =>
      showDifference(root, live, draft),
    );
    view.catch(reportFault);
    return () => void view.then((shown) => shown.destroy()).catch(() => {});
  }, [live, draft]);
  return <div class="difference" ref={host} />;
}
