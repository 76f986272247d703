import { rmSync } from "node:fs";
import { bundleHandlers } from "../../build/bundle.ts";
import type { Cut } from "../../build/lean/cut.ts";
import { CUTS } from "../../build/lean/cuts.ts";
import { FUNCTIONS } from "../../lib/wiring.ts";
import { passingFolder } from "../../test/support/passing-folder.ts";

/**
 * Prints how much larger each function's bundle would be without each of the cuts: `node tools/bench/bundle-cuts.ts
 * [NAME]…`.
 */
const folder = passingFolder("gateway-cuts-");
try {
  const sizesWith = async (cuts: readonly Cut[]) =>
    new Map((await bundleHandlers(folder, FUNCTIONS, cuts)).map(({ name, sizeBytes }) => [name, sizeBytes]));
  const all = await sizesWith(CUTS);
  const [largest, bytes] = [...all].reduce((a, b) => (b[1] > a[1] ? b : a));
  console.log(`With every cut the largest, ${largest}, has ${kb(bytes)} KB.`);
  const asked = process.argv.slice(2);
  for (const cut of CUTS.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
    const without = await sizesWith(CUTS.filter((one) => one !== cut));
    const gains = [...without].map(([name, size]) => ({ name, gain: size - (all.get(name) ?? 0) }));
    const most = gains.reduce((a, b) => (b.gain > a.gain ? b : a));
    const own = gains.find(({ name }) => name === largest)?.gain ?? 0;
    console.log(`${cut.name}: ${kb(own)} KB, at most ${kb(most.gain)} KB (${most.name})`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
