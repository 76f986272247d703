import { at, idOf, ofType, type Resources, type TemplateResource } from "./template.ts";

/** Number of session tasks that run while nobody writes: the scaling's least, or what the service states. */
export function idleTasks(all: Resources): number {
  const [target] = ofType(all, "AWS::ApplicationAutoScaling::ScalableTarget");
  const [service] = ofType(all, "AWS::ECS::Service");
  return Number(at(target?.Properties, "MinCapacity") ?? at(service?.Properties, "DesiredCount") ?? 1);
}

/** Size of one task of the service. */
export function taskSize(service: TemplateResource, all: Resources): { vcpu: number; gb: number } {
  const task = all.get(idOf(at(service.Properties, "TaskDefinition")) ?? "");
  return { vcpu: Number(at(task?.Properties, "Cpu")) / 1024, gb: Number(at(task?.Properties, "Memory")) / 1024 };
}
