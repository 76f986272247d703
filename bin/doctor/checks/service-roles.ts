import { GetRoleCommand } from "@aws-sdk/client-iam";
import { type Check, ok, problem } from "../check.ts";
import { isMissing } from "../explain-failure.ts";

/** Roles that AWS creates on first use, which can be too late for the deployment that needs them. */
const ROLES = [
  { role: "AWSServiceRoleForECS", service: "ecs.amazonaws.com", needed: () => true },
  {
    role: "AWSServiceRoleForApplicationAutoScaling_ECSService",
    service: "ecs.application-autoscaling.amazonaws.com",
    needed: (tasks: number, most: number) => most > tasks,
  },
];

/** Checks that the service-linked roles exist. A first deployment fails without them. */
export const serviceRolesCheck: Check = {
  name: "service roles",
  asksAws: true,
  async look({ config: { sessionTasks, sessionTasksMax }, aws }) {
    const roles = ROLES.filter(({ needed }) => needed(sessionTasks, sessionTasksMax));
    return Promise.all(
      roles.map(async ({ role, service }) => {
        try {
          await aws.iam.send(new GetRoleCommand({ RoleName: role }));
          return ok(`${role} exists.`);
        } catch (error) {
          if (!isMissing(error)) throw error;
          const todo = `aws iam create-service-linked-role --aws-service-name ${service}`;
          return problem(`${role} does not exist. The first deployment may fail without it.`, todo);
        }
      }),
    );
  },
};
