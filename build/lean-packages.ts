import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "esbuild";
import { leanEndpoint, leanErrors, leanSchemas } from "./lean/aws-clients.ts";
import { NEVER_CALLED, NEVER_IMPORTED, REPLACED } from "./lean/never-taken.ts";
import { leanZodSchemas, withoutDescriptions } from "./lean/zod-parts.ts";

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
        path: join(root, "build/environment-credentials.ts"),
      }));

      // An import of one of Node's own modules reads everything it has, once: node:tls decodes all root certificates for
      // that, 15 ms. Asked for as an object, it reads what is used.
      build.onResolve({ filter: /^[a-z_:/]+$/ }, ({ path }) =>
        isBuiltin(path) ? { path: path.replace(/^(node:)?/, "node:"), namespace: "node-module" } : undefined,
      );
      build.onLoad({ filter: /./, namespace: "node-module" }, ({ path }) => ({
        contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      }));

      // Paths that no function takes; one that is taken after all says so.
      for (const { filter, contents } of NEVER_IMPORTED) {
        build.onResolve({ filter }, () => ({ path: contents, namespace: "never-taken" }));
      }
      build.onLoad({ filter: /./, namespace: "never-taken" }, ({ path: contents }) => ({
        contents,
        resolveDir: root,
      }));

      for (const { filter, sentence } of NEVER_CALLED) {
        build.onLoad({ filter }, ({ path }) => ({ contents: hollow(path, sentence) }));
      }
      for (const { filter, contents } of REPLACED) build.onLoad({ filter }, () => ({ contents }));

      build.onLoad({ filter: /\/zod\/v4\/classic\/schemas\.js$/ }, ({ path }) => ({
        contents: leanZodSchemas(path),
        resolveDir: dirname(path),
      }));
      build.onLoad({ filter: /\/(core\/contracts|functions\/api)\/.*\.ts$/ }, ({ path }) => ({
        contents: withoutDescriptions(readFileSync(path, "utf8")),
        loader: "ts",
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

      // Tables that say many things many times: packed, the OpenAPI document is a tenth, the plans of numbers a third.
      build.onLoad({ filter: /\/(docs\/openapi|core\/domain\/messages\/phone-plans)\.json$/ }, ({ path }) => ({
        contents: packedJson(path),
      }));

      // What an AWS client carries for operations, errors and places that no function asks for.
      build.onLoad({ filter: /\/@aws-sdk\/client-[a-z0-9-]+\/dist-es\/models\/errors\.js$/ }, ({ path }) => ({
        contents: leanErrors(path),
        resolveDir: dirname(path),
      }));
      build.onLoad({ filter: /\/@aws-sdk\/client-[a-z0-9-]+\/dist-es\/schemas\/schemas_0\.js$/ }, ({ path }) => ({
        contents: leanSchemas(path),
        resolveDir: dirname(path),
      }));
      build.onLoad(
        { filter: /\/@aws-sdk\/client-[a-z0-9-]+\/dist-es\/endpoint\/endpointResolver\.js$/ },
        ({ path }) => ({ contents: leanEndpoint(path, root), resolveDir: dirname(path) }),
      );

      // One zone's offset is all that we ask of it; its modules are apart in the sources only, and do nothing when loaded.
      build.onResolve({ filter: /^luxon$|^\.{1,2}\// }, ({ path, resolveDir }) => {
        if (path === "luxon") return { path: join(root, "node_modules/luxon/src/luxon.js"), sideEffects: false };
        return /\/luxon\/src\b/.test(resolveDir) ? { path: join(resolveDir, path), sideEffects: false } : undefined;
      });

      // The code's squares are its; the picture of them is made by functions/api/instances/qr-picture.ts.
      build.onResolve({ filter: /^qrcode$/ }, () => ({ path: join(root, "node_modules/qrcode/lib/core/qrcode.js") }));

      // Our own modules do nothing when they are loaded, so one whose exports nobody uses can go, with what it imports.
      build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => ({
        path: join(resolveDir, path),
        sideEffects: false,
      }));
    },
  };
}

/** A module that exports by default what a JSON file holds, unpacked when it is loaded. */
function packedJson(path: string): string {
  const packed = gzipSync(JSON.stringify(JSON.parse(readFileSync(path, "utf8"))), { level: 9 }).toString("base64");
  return `import { gunzipSync } from "node:zlib";
    export default JSON.parse(gunzipSync(Buffer.from("${packed}", "base64")).toString("utf8"));`;
}

/** A module with the exports of another, each a function that throws this sentence. @throws when it has none. */
function hollow(path: string, sentence: string): string {
  const source = readFileSync(path, "utf8");
  const names = [
    ...source.matchAll(
      /^export (?:async )?(?:(?:function|const|class) |\{ \w+ as |(default) (?:async )?function )(\w+)/gm,
    ),
  ].map(([, byDefault, name]) => byDefault ?? name);
  if (names.length === 0) throw new Error(`${path} is written in a new way; see build/lean/never-taken.ts.`);
  const exported = names.map((name) => `neverTaken as ${name}`).join(", ");
  return `function neverTaken() { throw new Error(${JSON.stringify(sentence)}); }\nexport { ${exported} };`;
}
