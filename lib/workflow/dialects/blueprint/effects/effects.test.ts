// Every consequence of the specification, and those that only real files have, as the native effects they become.
import { describe, expect, test } from 'vitest';
import { madeOf } from '../../../../testing/workflow/blueprint-file.ts';

const head = `initial_state:
  phase: start
  sources: []
  log_level: null
  flags: { ready: false, format: md }
  computed: { config: {}, page: null, text: "" }`;

const limits = {
  tools: ['read_file', 'write_file', 'edit_file', 'list_files', 'run_command', 'ask_person'],
  ask: ['run_command'],
};
const config = { type: 'read_config', path: 'config.yaml', store_as: 'computed.config' };

type Row = [string, ...Record<string, unknown>[]];

const rows: Record<string, Row[]> = {
  'the run’s data': [
    ['{ type: set_flag, flag: ready, value: true }', { type: 'set_flag', flag: 'ready', value: true }],
    ['{ type: set_flag, flag: flags.ready }', { type: 'set_flag', flag: 'ready', value: true }],
    ['{ type: set_state, field: phase, value: x }', { type: 'set_state', field: 'phase', value: 'x' }],
    [
      '{ type: set_state, field: computed.a.b, value: "${phase}" }',
      { type: 'set_state', field: 'computed.a.b', value: '${phase}' },
    ],
    [
      '{ type: set_state, field: flags.ready, value: "${text == \'\'}" }',
      { type: 'set_flag', flag: 'ready', value: '${computed?.text == ""}' },
    ],
    ['{ type: set_state, field: phase, value: null }', { type: 'set_state', field: 'phase', value: null }],
    [
      '{ type: set_state, state: { phase: a, computed.b: 1 } }',
      { type: 'set_state', field: 'phase', value: 'a' },
      { type: 'set_state', field: 'computed.b', value: 1 },
    ],
    [
      '{ type: append_state, field: sources, value: { id: "${phase}" } }',
      { type: 'append_state', field: 'sources', value: { id: '${phase}' } },
    ],
    ['{ type: clear_state, field: phase }', { type: 'clear_state', field: 'phase' }],
    [
      '{ type: merge_state, field: computed.c, value: { a: 1 } }',
      { type: 'merge_state', field: 'computed.c', value: { a: 1 } },
    ],
    ['{ type: mutate_state, operation: set, field: phase, value: 2 }', { type: 'set_state', field: 'phase', value: 2 }],
    [
      '{ type: mutate_state, operation: append, field: sources, value: 2 }',
      { type: 'append_state', field: 'sources', value: 2 },
    ],
    ['{ type: mutate_state, operation: clear, field: phase }', { type: 'clear_state', field: 'phase' }],
    [
      '{ type: mutate_state, operation: merge, field: computed.c, value: {} }',
      { type: 'merge_state', field: 'computed.c', value: {} },
    ],
    [
      '{ type: mutate_state, operation: increment, field: computed.n }',
      { type: 'mutate_state', operation: 'increment', field: 'computed.n', value: 1 },
    ],
    [
      '{ type: evaluate, expression: "len(sources) == 0", set_flag: ready }',
      { type: 'evaluate', expression: 'len(sources) == 0', set_flag: 'ready' },
    ],
    [
      '{ type: evaluate, expression: "len(sources)", store_as: n }',
      { type: 'compute', expression: 'len(sources)', store_as: 'computed.n' },
    ],
    [
      '{ type: compute, expression: "phase + 1", store_as: computed.n }',
      { type: 'compute', expression: 'phase + 1', store_as: 'computed.n' },
    ],
    ['{ type: set_timestamp, store_as: at }', { type: 'set_timestamp', store_as: 'computed.at' }],
    [
      '{ type: set_timestamp, store_as: at, format: YYYY-MM-DD }',
      {
        type: 'compute',
        expression: 'now()?.slice(0, 4) + "-" + now()?.slice(5, 7) + "-" + now()?.slice(8, 10)',
        store_as: 'computed.at',
      },
    ],
    [
      '{ type: compute_hash, from: computed.page.content, store_as: h }',
      { type: 'compute_hash', from: 'computed?.page?.content', store_as: 'computed.h' },
    ],
    [
      '{ type: compute_hash, content: "${computed.page}", store_as: h }',
      { type: 'compute_hash', from: 'computed?.page', store_as: 'computed.h' },
    ],
    ['{ type: create_checkpoint, name: before }', { type: 'create_checkpoint', name: 'before' }],
    ['{ type: rollback_checkpoint, name: before }', { type: 'rollback_checkpoint', name: 'before' }],
  ],
  'a flag that is no flag is a value': [
    ['{ type: set_flag, flag: format, value: svg }', { type: 'set_state', field: 'computed.format', value: 'svg' }],
    [
      '{ type: set_state, field: flags.format, value: svg }',
      { type: 'set_state', field: 'computed.format', value: 'svg' },
    ],
    [
      '{ type: evaluate, expression: "flags.format == \'md\'", set_flag: ready }',
      { type: 'evaluate', expression: 'computed?.format == "md"', set_flag: 'ready' },
    ],
  ],
  words: [
    [
      '{ type: display_message, message: "Found ${len(sources)}" }',
      { type: 'display_message', message: 'Found ${len(sources)}' },
    ],
    [
      '{ type: display_table, title: T, headers: [a], rows: "${sources}" }',
      { type: 'display_table', title: 'T', headers: ['a'], rows: '${sources}' },
    ],
    [
      '{ type: display_table, headers: [a], rows: sources }',
      { type: 'display_table', headers: ['a'], rows: '${sources}' },
    ],
    ['{ type: display, content: hi }', { type: 'display', format: 'text', content: 'hi' }],
    [
      '{ type: display, format: json, content: "${sources}", title: T }',
      { type: 'display', format: 'json', content: '${sources}', title: 'T' },
    ],
    [
      '{ type: display, format: table, headers: [a], content: sources }',
      { type: 'display_table', headers: ['a'], rows: '${sources}' },
    ],
    ['{ type: emit_text, content: hi }', { type: 'emit_text', text: 'hi' }],
  ],
  files: [
    [
      '{ type: read_file, path: "${phase}.md", store_as: text }',
      { type: 'read_file', path: '${phase}.md', store_as: 'computed.text' },
    ],
    ['{ type: write_file, path: a, content: b }', { type: 'write_file', path: 'a', content: 'b' }],
    ['{ type: append_to_file, path: a, content: b }', { type: 'append_to_file', path: 'a', content: 'b' }],
    ['{ type: create_directory, path: a }', { type: 'create_directory', path: 'a' }],
    ['{ type: delete_file, path: a }', { type: 'delete_file', path: 'a' }],
    [
      '{ type: local_file_ops, operation: read, path: a, store_in: text }',
      { type: 'read_file', path: 'a', store_as: 'computed.text' },
    ],
    [
      '{ type: local_file_ops, operation: write, path: a, content: b }',
      { type: 'write_file', path: 'a', content: 'b' },
    ],
    ['{ type: local_file_ops, operation: mkdir, path: a }', { type: 'create_directory', path: 'a' }],
    ['{ type: local_file_ops, operation: delete, path: a }', { type: 'delete_file', path: 'a' }],
    [
      '{ type: glob_files, pattern: "*.md", store_as: f }',
      { type: 'glob_files', pattern: '*.md', store_as: 'computed.f' },
    ],
    [
      '{ type: glob_count, pattern: "*.md", store_as: f }',
      { type: 'glob_files', pattern: '*.md', store_as: 'computed.f' },
      { type: 'set_state', field: 'computed.f', value: '${len(computed.f)}' },
    ],
    [
      '{ type: glob_check, pattern: "x-*/", set_flag: ready }',
      { type: 'glob_files', pattern: 'x-*/**', store_as: 'computed.found_files' },
      { type: 'set_flag', flag: 'ready', value: '${len(computed.found_files) > 0}' },
    ],
    [
      '{ type: file_exists_check, path: a, set_flag: ready }',
      { type: 'check', condition: { type: 'file_exists', path: 'a' }, set_flag: 'ready' },
    ],
    [
      '{ type: directory_exists_check, path: a, store_as: d }',
      { type: 'check', condition: { type: 'directory_exists', path: 'a' }, store_as: 'computed.d' },
    ],
    [
      '{ type: any_file_exists_check, paths: [a, b], set_flag: ready }',
      {
        type: 'check',
        condition: {
          type: 'any_of',
          conditions: [
            { type: 'path_check', path: 'a', check: 'exists' },
            { type: 'path_check', path: 'b', check: 'exists' },
          ],
        },
        set_flag: 'ready',
      },
    ],
  ],
  'the configuration': [
    ['{ type: read_config, store_as: config }', config],
    ['{ type: read_config, path: data/config.yaml, store_as: config }', { ...config, path: 'data/config.yaml' }],
    [
      '{ type: write_config_entry, path: "a[0].b", value: 1 }',
      { type: 'write_config_entry', path: 'a[0].b', value: 1, file: 'config.yaml' },
    ],
    [
      '{ type: add_source, spec: { id: "${phase}" } }',
      config,
      {
        type: 'write_config_entry',
        path: 'sources[${len(computed.config?.sources ?? [])}]',
        value: { id: '${phase}' },
        file: 'config.yaml',
      },
      config,
    ],
    [
      '{ type: update_source, id: "${phase}", fields: { sha: x } }',
      { type: 'write_config_entry', path: 'sources[id=${phase}].sha', value: 'x', file: 'config.yaml' },
      config,
    ],
    [
      '{ type: update_config_index_metadata, format: md }',
      { type: 'write_config_entry', path: 'corpus.index.format', value: 'md', file: 'config.yaml' },
    ],
    ['{ type: write_config }', { type: 'write_file', path: 'config.yaml', content: '${computed.config}' }],
  ],
  'git and the web': [
    [
      '{ type: clone_repo, url: u, dest: d, branch: "${phase}", depth: 2 }',
      { type: 'clone_repo', url: 'u', dest: 'd', branch: '${phase}', depth: 2 },
    ],
    ['{ type: get_sha, repo_path: d, store_as: sha }', { type: 'get_sha', repo_path: 'd', store_as: 'computed.sha' }],
    ['{ type: git_pull, repo_path: d }', { type: 'git_pull', repo_path: 'd' }],
    ['{ type: git_fetch, repo_path: d }', { type: 'git_fetch', repo_path: 'd' }],
    [
      '{ type: git_ops_local, operation: clone, args: { url: u, dest: d } }',
      { type: 'clone_repo', url: 'u', dest: 'd', depth: 1 },
    ],
    [
      '{ type: git_ops_local, operation: get-sha, repo_path: d, store_as: sha }',
      { type: 'get_sha', repo_path: 'd', store_as: 'computed.sha' },
    ],
    [
      '{ type: web_fetch, url: u, store_as: page, allow_failure: true, prompt: Sum up }',
      { type: 'web_fetch', url: 'u', store_as: 'computed.page', allow_failure: true, prompt: 'Sum up' },
    ],
    [
      '{ type: cache_web_content, from: computed.page, dest: d, store_path_as: p }',
      { type: 'cache_web_content', from: 'computed?.page', dest: 'd', store_path_as: 'computed.p' },
    ],
    [
      '{ type: web_ops, operation: fetch, url: u, store_as: page }',
      { type: 'web_fetch', url: 'u', store_as: 'computed.page', allow_failure: false },
    ],
    [
      '{ type: web_ops, operation: cache, from: computed.page, dest: d }',
      { type: 'cache_web_content', from: 'computed?.page', dest: 'd' },
    ],
  ],
  programs: [
    [
      '{ type: run_command, interpreter: bash, script: "echo hi", store_as: out }',
      { type: 'run_command', interpreter: 'bash', script: 'echo hi', args: [], env: {}, store_as: 'computed.out' },
      { type: 'set_state', field: 'computed.out', value: '${trim(computed.out.stdout)}' },
    ],
    [
      '{ type: run_command, script: scripts/x.py, args: [a] }',
      { type: 'run_command', interpreter: 'auto', script: 'exec python3 "$@"', args: ['scripts/x.py', 'a'], env: {} },
    ],
    [
      '{ type: bash_exec, command: "git log", store_as: out }',
      { type: 'run_command', interpreter: 'bash', script: 'git log', args: [], env: {}, store_as: 'computed.out' },
      { type: 'set_state', field: 'computed.out', value: '${trim(computed.out.stdout)}' },
    ],
    [
      '{ type: bash_check, command: "git status", set_flag: ready }',
      {
        type: 'run_command',
        interpreter: 'bash',
        script: 'if (\ngit status\n) >/dev/null 2>&1; then echo true; else echo false; fi',
        args: [],
        env: {},
        store_as: 'computed.checked_command',
      },
      { type: 'set_flag', flag: 'ready', value: "${trim(computed.checked_command.stdout) == 'true'}" },
    ],
    [
      '{ type: install_tool, tool: jq, install_command: "apt install jq" }',
      { type: 'install_tool', tool: 'jq', install_command: 'apt install jq', skip_if_available: true },
    ],
  ],
  'what somebody meant': [
    [
      '{ type: evaluate_keywords, input: "${phase}", keyword_sets: { a: [x] }, store_as: k }',
      { type: 'evaluate_keywords', input: '${phase}', keyword_sets: { a: ['x'] }, store_as: 'computed.k' },
    ],
    [
      '{ type: parse_intent_flags, input: x, flag_definitions: { a: { keywords: [x] } }, store_as: f }',
      { type: 'parse_intent_flags', input: 'x', flag_definitions: { a: { keywords: ['x'] } }, store_as: 'computed.f' },
    ],
    [
      '{ type: match_3vl_rules, flags: "${computed.f}", rules: [], store_as: m }',
      { type: 'match_3vl_rules', flags: '${computed.f}', rules: [], ranking: 'score', store_as: 'computed.m' },
    ],
    [
      '{ type: dynamic_route, action: "${computed.m.winner.action}" }',
      { type: 'dynamic_route', action: '${computed.m.winner.action}' },
    ],
  ],
  models: [
    [
      '{ type: spawn_agent, subagent_type: scanner, prompt: "Scan ${phase}", store_as: s }',
      {
        type: 'spawn_agent',
        subagent_type: 'scanner',
        prompt: 'Scan ${phase}',
        store_as: 'computed.s',
        run_in_background: false,
        ...limits,
      },
    ],
    [
      '{ type: invoke_pattern, path: a.md, section: S, context: { a: "${phase}" } }',
      { type: 'invoke_pattern', path: 'a.md', section: 'S', context: { a: '${phase}' }, ask: [] },
    ],
    [
      '{ type: invoke_skill, skill: build, args: "${phase}" }',
      { type: 'invoke_skill', skill: 'build', args: '${phase}', ...limits },
    ],
    [
      '{ type: invoke_skill, skill_path: "../skills/build/SKILL.md" }',
      { type: 'invoke_skill', skill: 'build', ...limits },
    ],
  ],
  lists: [
    [
      '{ type: foreach, items: "${sources || []}", actions: [{ type: write_file, path: "${item.name}", content: x }] }',
      {
        type: 'foreach',
        items: '${sources || []}',
        as: 'item',
        do: [{ type: 'write_file', path: '${item.name}', content: 'x' }],
      },
    ],
    [
      '{ type: foreach, items: sources, item: one, actions: [{ type: display_message, message: "${one}" }] }',
      { type: 'foreach', items: '${sources}', as: 'one', do: [{ type: 'display_message', message: '${one}' }] },
    ],
  ],
};

for (const [name, table] of Object.entries(rows)) {
  describe(name, () => {
    test.each(table)('%s', (written, ...made) => {
      expect(madeOf(written, head).made).toEqual(made);
    });
  });
}
