import { walkPart } from "./walks.js";

await walkPart(2);
