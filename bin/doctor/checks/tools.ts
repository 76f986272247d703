import { type Check, ok, problem } from "../check.ts";

const EMULATION = "docker run --privileged --rm tonistiigi/binfmt --install arm64";

/** Checks the version of Node that `npm ci` installed. */
export const nodeCheck: Check = {
  name: "node",
  asksAws: false,
  async look() {
    const { node } = process.versions;
    return Number(node.split(".")[0]) >= 24
      ? ok(`Node ${node}.`)
      : problem(`Node ${node} runs this; it must be 24.`, "npm ci, and then through npm: npm run doctor");
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
      return problem("Docker is not installed here, or does not run.", "install Docker with buildx and start it");
    }
    let platforms: string;
    try {
      platforms = await run("docker", ["buildx", "inspect", "--bootstrap"]);
    } catch {
      return problem("Docker has no buildx.", "install the buildx plugin of Docker");
    }
    return /linux\/arm64/.test(platforms)
      ? ok("Docker runs and builds for ARM64.")
      : problem("Docker can't build for ARM64.", EMULATION);
  },
};
