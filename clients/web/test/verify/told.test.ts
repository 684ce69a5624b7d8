import { expect, it } from "vitest";
import { toldCommitment } from "../../src/lib/verify/told.ts";

const HEX = "5bf2d65e7934217e9fb97bb6b0ff903caed0f334a671b99c6a980f10461b920e";

it("reads a commitment however it was told", () => {
  const base64 = btoa(String.fromCharCode(...(HEX.match(/../g) ?? []).map((pair) => parseInt(pair, 16))));
  const urlSafe = base64.replaceAll("+", "-").replaceAll("/", "_");
  for (const told of [HEX, HEX.toUpperCase(), ` ${HEX.slice(0, 30)}\n${HEX.slice(30)} `, base64, `"${base64}"`, urlSafe]) {
    expect(toldCommitment(told)).toBe(HEX);
  }
});

it("knows what is none", () => {
  for (const text of ["", "abc", HEX.slice(1), `${HEX}00`, "not a commitment at all, but quite long, indeed very long"]) {
    expect(toldCommitment(text)).toBeNull();
  }
});
