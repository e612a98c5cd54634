// The registry: every foreign format the console reads, the most particular first. Adding one is its folder and one line here.
import { blueprint } from './blueprint/blueprint.ts';
import type { Dialect } from './dialect.ts';
import { graph } from './graph/graph.ts';
import { tasks } from './tasks/tasks.ts';

export const dialects: readonly Dialect[] = [tasks, graph, blueprint];
