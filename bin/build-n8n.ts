import { buildN8n } from "../build/n8n-package.ts";

/** `npm run build:n8n -w tools`: builds `clients/n8n/dist`, which contains the files to publish. */
const sizes = Object.entries(await buildN8n()).map(([name, bytes]) => `${name} ${bytes}`);
console.error(`Wrote clients/n8n/dist, in bytes: ${sizes.join(", ")}.`);
