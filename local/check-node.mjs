// Node runs the TypeScript sources directly, which requires Node 24; `npm ci` installs it as a dependency. This file is
// plain JavaScript so that an older Node can still report the problem.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `This gateway needs Node 24, but Node ${process.versions.node} is running it. ` +
      "Run it through npm after a plain `npm ci` (which installs Node 24 beside the other packages; `--ignore-scripts` leaves it out).",
  );
  process.exit(1);
}
