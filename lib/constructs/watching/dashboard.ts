import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  TextWidget,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { ROOT } from "../../../build/bundle.ts";
import type { StageConfig } from "../../config.ts";
import { dashboardName } from "./dashboard-url.ts";
import { type Plotted, plottedMetrics, type Shown } from "./plotted-metrics.ts";

const GRAPH_WIDTH = 8;
const GRAPH_HEIGHT = 6;
/** The frame size of a runbook entry. There are two frames per row, and their content scrolls. */
const ENTRY_WIDTH = 12;
const ENTRY_HEIGHT = 9;

/**
 * The stage's only dashboard. It first shows what customers notice, then the components, and finally the runbook of the
 * deployed version. Three dashboards of up to 50 metrics are free.
 */
export class Dashboard extends CloudWatchDashboard {
  constructor(scope: Construct, id: string, props: { config: StageConfig; shown: Shown }) {
    super(scope, id, {
      dashboardName: dashboardName(scope, props.config.stage),
    });
    const graphs = plottedMetrics(props.config, props.shown).map(graph);
    this.addWidgets(...graphs);
    this.addWidgets(...runbookEntries());
  }
}

/**
 * The runbook, with one frame per entry. AWS doesn't document a maximum text length, and short entries are easier to
 * find.
 */
function runbookEntries(): IWidget[] {
  const entries = readFileSync(join(ROOT, "docs/runbook.md"), "utf8").split(/^(?=## )/m);
  return entries.map((markdown) => new TextWidget({ width: ENTRY_WIDTH, height: ENTRY_HEIGHT, markdown }));
}

/** Plots metrics over the dashboard's time range. */
function graph({ title, left, right, region }: Plotted): IWidget {
  const metrics: { left: IMetric[]; right?: IMetric[] } = { left, ...(right && { right }) };
  return new GraphWidget({
    title,
    width: GRAPH_WIDTH,
    height: GRAPH_HEIGHT,
    ...metrics,
    ...(region && { region }),
    leftYAxis: { min: 0 },
    rightYAxis: { min: 0 },
  });
}
