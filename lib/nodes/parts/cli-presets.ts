// The programs that `preset` knows, each as its own documentation says it is run without a person in front of it. `analysis`
// lets it read, `write` lets it change files of the workspace; neither lets it run whatever it likes. The prompt is one
// argument that can never be taken for an option.
export const presets = ['gemini', 'codex', 'qwen', 'claude'] as const;
export type Preset = (typeof presets)[number];
export const presetModes = ['analysis', 'write'] as const;
export type PresetMode = (typeof presetModes)[number];

export type PresetRequest = { prompt: string; mode: PresetMode; rule?: string };

const argvOf: Record<Preset, (prompt: string, mode: PresetMode) => string[]> = {
  // Its plan mode leaves itself and begins to write when nobody is there to ask; its default refuses instead.
  gemini: (prompt, mode) => [
    'gemini',
    `--approval-mode=${mode === 'write' ? 'auto_edit' : 'default'}`,
    `--prompt=${prompt}`,
  ],
  codex: (prompt, mode) => [
    'codex',
    'exec',
    `--sandbox=${mode === 'write' ? 'workspace-write' : 'read-only'}`,
    // A workspace need not be a repository.
    '--skip-git-repo-check',
    '--',
    prompt,
  ],
  qwen: (prompt, mode) => ['qwen', `--approval-mode=${mode === 'write' ? 'auto-edit' : 'plan'}`, `--prompt=${prompt}`],
  claude: (prompt, mode) => [
    'claude',
    '--print',
    `--permission-mode=${mode === 'write' ? 'acceptEdits' : 'plan'}`,
    '--',
    prompt,
  ],
};

export function presetCommand(preset: Preset, { prompt, mode, rule }: PresetRequest): string[] {
  return argvOf[preset](rule ? `${rule}\n\n${prompt}` : prompt, mode);
}
