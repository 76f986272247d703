import { curlSample } from "./curl.ts";
import { phpSample } from "./php.ts";
import { pythonSample } from "./python.ts";
import { type SampledDocument, type SampledRequest, sampledRequest } from "./sampled-request.ts";
import { typescriptSample } from "./typescript.ts";

/** The languages in which the reference page shows each request, under the names used by the page's renderer. */
export const SAMPLE_LANGUAGES: Record<string, { lang: string; write: (request: SampledRequest) => string }> = {
  curl: { lang: "Shell", write: curlSample },
  TypeScript: { lang: "TypeScript", write: typescriptSample },
  Python: { lang: "Python", write: pythonSample },
  PHP: { lang: "PHP", write: phpSample },
};

/** Returns a sample request for every operation in the description, using its example values. */
export function sampledRequests(document: SampledDocument): SampledRequest[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => sampledRequest(document, { path, method, operation })),
  );
}

/**
 * Returns the description with code samples added to each request. The reference page shows them next to the request.
 */
export function withSamples<Document extends SampledDocument>(document: Document): Document {
  const requests = new Map(sampledRequests(document).map((request) => [request.id, request]));
  const copy = structuredClone(document);
  for (const operation of Object.values(copy.paths).flatMap((operations) => Object.values(operations))) {
    const request = requests.get(operation.operationId);
    if (request) Object.assign(operation, { "x-codeSamples": samplesOf(request) });
  }
  return copy;
}

const samplesOf = (request: SampledRequest) =>
  Object.entries(SAMPLE_LANGUAGES).map(([label, { lang, write }]) => ({ lang, label, source: write(request) }));
