import { at, idOf, listOf, ofType, type Resources, type TemplateResource } from "./template.ts";

/**
 * Returns the number of session tasks that run while idle: either auto scaling's minimum or the number set for the
 * service.
 */
export function idleTasks(all: Resources): number {
  const [target] = ofType(all, "AWS::ApplicationAutoScaling::ScalableTarget");
  const [service] = ofType(all, "AWS::ECS::Service");
  return Number(at(target?.Properties, "MinCapacity") ?? at(service?.Properties, "DesiredCount") ?? 1);
}

/** Returns the size of the service's tasks, and the number of shards they are configured with. */
export function taskOf(service: TemplateResource, all: Resources): { vcpu: number; gb: number; shards: number } {
  const task = all.get(idOf(at(service.Properties, "TaskDefinition")) ?? "")?.Properties;
  return {
    vcpu: Number(at(task, "Cpu")) / 1024,
    gb: Number(at(task, "Memory")) / 1024,
    shards: Number(variableOf(task, "SHARD_COUNT") ?? 1),
  };
}

/** Returns the value of an environment variable of a task's container, or undefined if it isn't set. */
export const variableOf = (task: unknown, name: string): unknown =>
  at(
    listOf(at(task, "ContainerDefinitions", 0, "Environment")).find((one) => at(one, "Name") === name),
    "Value",
  );
