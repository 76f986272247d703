import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
      build.onLoad({ filter: /./, namespace: "never-taken" }, ({ path: contents }) => ({
        contents,
        resolveDir: root,
      }));

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

      // Tables that say many things many times: packed, the OpenAPI document is a tenth, the plans of numbers a third.
      build.onLoad({ filter: /\/(docs\/openapi|core\/domain\/phone-plans)\.json$/ }, ({ path }) => ({
        contents: packedJson(path),
      }));

      // An error of AWS is its name, its fault and its fields, which the SDK sets: a class of thirteen lines for each, of
      // operations that nobody calls too, says nothing more.
      build.onLoad({ filter: /\/@aws-sdk\/client-[a-z0-9-]+\/dist-es\/models\/errors\.js$/ }, ({ path }) => ({
        contents: shortErrors(path),
        resolveDir: dirname(path),
      }));

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

/** Modules that are there for other uses of a package than ours, and what stands in for them. */
const NEVER_TAKEN: { filter: RegExp; contents: string }[] = [
  {
    // Loaded only by commands that stream; none of ours does.
    filter: /^@smithy\/core\/event-streams$/,
    contents: `throw new Error("This bundle can't stream events from AWS; see lib/lean-packages.ts.");`,
  },
  {
    // For a Node without OpenSSL.
    filter: /^\.\/(Sha256Js|Md5Js)$/,
    contents: `class Missing { constructor() { throw new Error("This bundle hashes with Node alone; see lib/lean-packages.ts."); } }
      export { Missing as Sha256Js, Missing as Md5Js };`,
  },
  {
    // A signature that holds in several regions needs a library of C code, which nobody has here.
    filter: /^@aws-sdk\/signature-v4-multi-region$/,
    contents: `export { SignatureV4 as SignatureV4MultiRegion } from "@smithy/signature-v4";`,
  },
  {
    // Where a table lives is known; the client would ask AWS for it only if a setting told it to.
    filter: /^@aws-sdk\/endpoint-cache$/,
    contents: "export class EndpointCache {}",
  },
];

/** A module that exports by default what a JSON file holds, unpacked when it is loaded. */
function packedJson(path: string): string {
  const packed = gzipSync(JSON.stringify(JSON.parse(readFileSync(path, "utf8"))), { level: 9 }).toString("base64");
  return `import { gunzipSync } from "node:zlib";
    export default JSON.parse(gunzipSync(Buffer.from("${packed}", "base64")).toString("utf8"));`;
}

/** The error classes of an AWS client, each in a line. @throws when the file is not written as it was. */
function shortErrors(path: string): string {
  const source = readFileSync(path, "utf8");
  const base = /^import \{ \w+ as __BaseException \} from "[^"]+";$/m.exec(source)?.[0];
  const classes = [
    ...source.matchAll(/^export class (\w+) extends __BaseException \{[\s\S]*?\$fault = "(client|server)"/gm),
  ];
  const count = source.split("extends __BaseException").length - 1;
  if (!base || classes.length !== count) throw new Error(`${path} is written in a new way; see lib/lean-packages.ts.`);
  return `${base}
    const named = (name, $fault) => class extends __BaseException {
      name = name;
      $fault = $fault;
      constructor(opts) {
        super({ name, $fault, ...opts });
        Object.setPrototypeOf(this, new.target.prototype);
      }
    };
    ${classes.map(([, name, fault]) => `export const ${name} = /* @__PURE__ */ named("${name}", "${fault}");`).join("\n")}`;
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
