// Node runs the TypeScript sources directly, which requires Node 24. `npm ci` installs it as a dependency. This file is
// plain JavaScript, so an older Node can still report the problem.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `This gateway needs Node 24, but it is running on Node ${process.versions.node}. ` +
      "Run it with npm after a plain `npm ci`, which also installs Node 24 (except with `--ignore-scripts`).",
  );
  process.exit(1);
}
