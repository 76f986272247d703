import * as z from "zod";

/** The parts of a CloudFormation template that the gate inspects. */
export const GatedTemplate = z.looseObject({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      Properties: z.record(z.string(), z.unknown()).default({}),
      DeletionPolicy: z.string().optional(),
      UpdateReplacePolicy: z.string().optional(),
    }),
  ),
  Outputs: z.record(z.string(), z.looseObject({ Export: z.object({ Name: z.unknown() }).optional() })).default({}),
});
export type GatedTemplate = z.infer<typeof GatedTemplate>;
