// The registry: every foreign format the console reads, the most particular first. Adding one is its folder and one line here.
import { blueprint } from './blueprint/blueprint.ts';
import { chain } from './chain/chain.ts';
import type { Dialect } from './dialect.ts';
import { graph } from './graph/graph.ts';
import { player } from './player/player.ts';
import { tasks } from './tasks/tasks.ts';

export const dialects: readonly Dialect[] = [tasks, player, chain, graph, blueprint];
