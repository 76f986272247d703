import { join } from "node:path";
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

      // Of undici only the client that posts to webhooks: no fetch, no cache, no mocks.
      build.onResolve({ filter: /^undici$/ }, () => ({ path: "undici", namespace: "lean", sideEffects: false }));
      build.onLoad({ filter: /^undici$/, namespace: "lean" }, () => ({ contents: UNDICI_CLIENT, resolveDir: root }));

      // Paths that no function takes; one that is taken after all says so.
      for (const { filter, contents } of NEVER_TAKEN) {
        build.onResolve({ filter }, () => ({ path: contents, namespace: "never-taken" }));
      }
      build.onLoad({ filter: /./, namespace: "never-taken" }, ({ path: contents }) => ({ contents }));

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
    // Loaded only where the processor has no vector instructions; ARM64 and x64 under Node 24 have them.
    filter: /\/llhttp-wasm\.js$/,
    contents: 'throw new Error("The HTTP parser of this bundle needs a processor with vector instructions.");',
  },
  {
    // Loaded only by commands that stream; none of ours does.
    filter: /^@smithy\/core\/event-streams$/,
    contents: `throw new Error("This bundle can't stream events from AWS; see lib/lean-packages.ts.");`,
  },
  {
    // Loaded with the logger, made only for a transport in another thread; ours writes from its own.
    filter: /^thread-stream$/,
    contents:
      'module.exports = class { constructor() { throw new Error("The logger of this bundle has no transports."); } };',
  },
];

/** What undici's own entry does, for one way of asking. */
const UNDICI_CLIENT = `
  export { default as Client } from "./node_modules/undici/lib/dispatcher/client.js";
  export { default as buildConnector } from "./node_modules/undici/lib/core/connect.js";
  export { default as errors } from "./node_modules/undici/lib/core/errors.js";
  import Dispatcher from "./node_modules/undici/lib/dispatcher/dispatcher.js";
  import request from "./node_modules/undici/lib/api/api-request.js";
  Dispatcher.prototype.request = request;
`;

/** undici's own switch for builds without its second, experimental HTTP parser; Node's own build sets it too. */
export const LEAN_DEFINES = { esbuildDetection: "true" };
