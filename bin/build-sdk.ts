import { buildSdk } from "../build/sdk-package.ts";

/** `npm run build:sdk -w tools`: builds `clients/sdk/dist`, which contains the files to publish. */
const { esm, cjs } = await buildSdk();
console.error(`Wrote clients/sdk/dist: ${esm} bytes for import, ${cjs} for require.`);
