#!/usr/bin/env node
import { runOnPinnedNode } from './serve/pinned-node.mjs';

await runOnPinnedNode(new URL('./cli/command-line.mjs', import.meta.url), { install: false });
