import { describe, expect, it } from "vitest";
import { codeOf, files } from "./sources.ts";

/**
 * Files that recognize an error by its text, because the code that throws it gives it neither a class nor an error
 * code.
 */
const BY_TEXT: Record<string, string> = {
  "bin/admin/replace-lost-secrets.ts": "Node's cipher",
  "bin/doctor/explain-failure.ts": "the AWS SDK and CloudFormation",
  "functions/api/validate.ts": "zod",
  "local/aws/dynamo/planned-write.ts": "dynalite",
  "local/data/tar.ts": "the tar package",
  "session-service/baileys/fixes/limit-retries.ts": "libsignal",
  "session-service/baileys/fixes/try-sessions-apart.ts": "libsignal",
  "session-service/baileys/shared/known-answer.ts":
    "the network library, which turns our own stand-in answer into an error",
};

const COMPARED =
  /\.message\.(includes|startsWith|endsWith|match|search)\(|\.test\([^)]*(\.message|String\(\w*error\))|\.message\s*[!=]==/i;

describe("an error", () => {
  it("of our own is recognised by its class, so its text can be reworded", () => {
    const found = files
      .filter(({ path }) => !path.startsWith("panel/") && !path.startsWith("clients/"))
      .filter(({ text }) => COMPARED.test(codeOf(text)));
    expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(BY_TEXT).sort());
  });

  it.each(["if (/gone/.test(error.message)) return;", 'error.message.includes("x")', "one.message === GONE"])(
    "recognised by its text is found: %s",
    (line) => {
      expect(COMPARED.test(line)).toBe(true);
    },
  );
});
