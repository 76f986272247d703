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

const WIDTH = 24;
const GRAPH_WIDTH = 8;
const GRAPH_HEIGHT = 6;
/** The runbook's frame; it scrolls inside. */
const RUNBOOK_HEIGHT = 40;

/**
 * The stage's one dashboard: what customers notice, then what it is made of, then the runbook of the version that is
 * deployed. Three dashboards of up to 50 metrics cost nothing.
 */
export class Dashboard extends CloudWatchDashboard {
  constructor(scope: Construct, id: string, props: { config: StageConfig; shown: Shown }) {
    super(scope, id, {
      dashboardName: dashboardName(props.config.stage),
    });
    const graphs = plottedMetrics(props.config, props.shown).map(graph);
    this.addWidgets(...graphs);
    this.addWidgets(
      new TextWidget({
        width: WIDTH,
        height: RUNBOOK_HEIGHT,
        markdown: readFileSync(join(ROOT, "docs/runbook.md"), "utf8"),
      }),
    );
  }
}

/** A graph of some metrics over the time that the dashboard shows. */
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
