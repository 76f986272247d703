/** Does nothing until its parent ends it. */
process.send?.("ready");
process.on("message", () => {});
