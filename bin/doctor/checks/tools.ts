import { type Check, ok, problem } from "../check.ts";

const EMULATION = "docker run --privileged --rm tonistiigi/binfmt --install arm64";

/** Checks the Node version installed by `npm ci`. */
export const nodeCheck: Check = {
  name: "node",
  asksAws: false,
  async look() {
    const { node } = process.versions;
    return Number(node.split(".")[0]) >= 24
      ? ok(`Node ${node}.`)
      : problem(`This is running on Node ${node}, but Node 24 is required.`, "run npm ci, and then npm run doctor");
  },
};

/** Checks that Docker is available and can build for ARM64, as the session service's image requires. */
export const dockerCheck: Check = {
  name: "docker",
  asksAws: false,
  async look({ run }) {
    try {
      await run("docker", ["version", "--format", "{{.Server.Version}}"]);
    } catch {
      return problem("Docker is not installed or not running.", "install Docker with buildx and start it");
    }
    let platforms: string;
    try {
      platforms = await run("docker", ["buildx", "inspect", "--bootstrap"]);
    } catch {
      return problem("Docker does not have buildx.", "install Docker's buildx plugin");
    }
    return /linux\/arm64/.test(platforms)
      ? ok("Docker is running and can build for ARM64.")
      : problem("Docker can't build for ARM64.", EMULATION);
  },
};
