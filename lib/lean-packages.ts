import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "esbuild";

/**
 * Leaves out of a function's bundle what no function runs. Every cut is checked when the bundle is made (a name that is
 * imported and no longer there fails the build) and by the tests that run the bundles.
 * @param root the project's folder.
 */
export function leanPackages(root: string): Plugin {
  return {
    name: "lean-packages",
    setup(build) {
      // A function's credentials are always in its environment: the chain for profiles, single sign-on and containers
      // is a hundred kilobytes. Never for the session service: a container's credentials come otherwise.
      build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({
        path: join(root, "lib/environment-credentials.ts"),
      }));

      // Paths that no function takes; one that is taken after all says so.
      for (const { filter, contents } of NEVER_TAKEN) {
        build.onResolve({ filter }, () => ({ path: contents, namespace: "never-taken" }));
      }
      build.onLoad({ filter: /./, namespace: "never-taken" }, ({ path: contents }) => ({ contents }));

      // zod can write a schema as JSON Schema. Only the OpenAPI document is made from that, ahead of time.
      build.onLoad({ filter: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ }, ({ path }) => ({
        contents: hollow(path, "This bundle can't write schemas as JSON Schema; see lib/lean-packages.ts."),
      }));

      // Each AWS client carries its package.json for one line of it: the version it names to AWS.
      build.onLoad({ filter: /\/@aws-sdk\/client-[a-z0-9-]+\/package\.json$/ }, ({ path }) => {
        const { name, version } = JSON.parse(readFileSync(path, "utf8"));
        return { contents: JSON.stringify({ name, version }), loader: "json" };
      });

      // Written for today's JavaScript instead of that of 2009; the same package, a third smaller.
      build.onResolve({ filter: /^\.\.\/es6\// }, ({ path, resolveDir }) =>
        resolveDir.endsWith("/libphonenumber-js/core")
          ? { path: join(resolveDir, path.replace("/es6/", "/es6-modern/")), sideEffects: false }
          : undefined,
      );

      // The OpenAPI document says many things many times: packed it is a tenth.
      build.onLoad({ filter: /\/docs\/openapi\.json$/ }, ({ path }) => ({ contents: packedJson(path) }));

      // Our own modules do nothing when they are loaded, so one whose exports nobody uses can go, with what it imports.
      build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => ({
        path: join(resolveDir, path),
        sideEffects: false,
      }));
    },
  };
}

/** Modules that are there for other uses of a package than ours, and what stands in for them. */
const NEVER_TAKEN: { filter: RegExp; contents: string }[] = [
  {
    // Loaded only by commands that stream; none of ours does.
    filter: /^@smithy\/core\/event-streams$/,
    contents: `throw new Error("This bundle can't stream events from AWS; see lib/lean-packages.ts.");`,
  },
];

/** A module that exports by default what a JSON file holds, unpacked when it is loaded. */
function packedJson(path: string): string {
  const packed = gzipSync(JSON.stringify(JSON.parse(readFileSync(path, "utf8"))), { level: 9 }).toString("base64");
  return `import { gunzipSync } from "node:zlib";
    export default JSON.parse(gunzipSync(Buffer.from("${packed}", "base64")).toString("utf8"));`;
}

/** A module with the exports of another, each a function that throws this sentence. */
function hollow(path: string, sentence: string): string {
  const source = readFileSync(path, "utf8");
  const names = [...source.matchAll(/^export (?:async )?(?:(?:function|const) |\{ \w+ as )(\w+)/gm)].map(
    ([, name]) => name,
  );
  const exported = names.map((name) => `export const ${name} = neverTaken;`).join("\n");
  return `function neverTaken() { throw new Error(${JSON.stringify(sentence)}); }\n${exported}`;
}
