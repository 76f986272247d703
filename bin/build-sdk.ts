import { buildSdk } from "../build/sdk-package.ts";

/** `npm run build:sdk -w tools`: builds clients/sdk/dist, the published files. */
const { esm, cjs } = await buildSdk();
console.error(`Wrote clients/sdk/dist: ${esm} bytes for import, ${cjs} for require.`);
