#!/usr/bin/env node
import { runOnPinnedNode } from './pinned-node.mjs';

await runOnPinnedNode(new URL('./command-line.mjs', import.meta.url), { install: false });
