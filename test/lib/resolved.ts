/** Resolves a value the way CloudFormation does, with references shown by name. */
export function resolved(value: unknown): string {
  if (typeof value === "string") return value;
  const [[fn, argument] = ["", ""]] = Object.entries((value ?? {}) as Record<string, unknown>);
  if (fn === "Fn::Join") return (argument as [string, unknown[]])[1].map(resolved).join("");
  if (fn === "Fn::Select")
    return resolved((argument as unknown[])[1]).split("\n")[(argument as number[])[0] ?? 0] ?? "";
  if (fn === "Fn::Split") {
    const [by = "", of] = argument as [string, unknown];
    return resolved(of).split(by).join("\n");
  }
  if (fn === "Fn::ImportValue") return /Bucket/.test(String(argument)) ? "bucket.s3" : "api-id";
  if (fn === "Fn::GetAtt") return (argument as string[]).join(".");
  return String(argument);
}
