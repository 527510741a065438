import { expect, test } from "vitest";
import { siteAddresses } from "../src/site-addresses.ts";

test.each([
  [
    "https://example.com",
    [
      "https://example.com",
      "http://example.com",
      "https://www.example.com",
      "http://www.example.com",
    ],
  ],
  [
    "http://www.example.com",
    [
      "http://www.example.com",
      "https://www.example.com",
      "http://example.com",
      "https://example.com",
    ],
  ],
  // A port or an address has no www.
  ["http://shop.example:8080", ["http://shop.example:8080", "https://shop.example:8080"]],
  ["http://127.0.0.1", ["http://127.0.0.1", "https://127.0.0.1"]],
  ["https://[::1]:9100", ["https://[::1]:9100", "http://[::1]:9100"]],
  ["http://localhost", ["http://localhost", "https://localhost"]],
  ["ftp://example.com", ["ftp://example.com"]],
])("the addresses of %s", (origin, expected) => {
  expect(siteAddresses(origin)).toEqual(expected);
});
