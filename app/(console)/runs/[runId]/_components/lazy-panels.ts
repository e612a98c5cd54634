'use client';
// The panels of the run page. The server draws the one that is looked at; the scripts of the others are loaded when they
// are shown, or when a hand or the focus comes near the tabs, so that a switch never waits.
import dynamic from 'next/dynamic';

export const AskedGates = dynamic(() => import('./gate/asked-gates.tsx').then((module) => module.AskedGates));
export const GateCards = dynamic(() => import('./gate/gate-cards.tsx').then((module) => module.GateCards));
export const InterruptionNotice = dynamic(() =>
  import('./interruption-notice.tsx').then((module) => module.InterruptionNotice),
);
export const Inspector = dynamic(() => import('./inspector/inspector.tsx').then((module) => module.Inspector));
export const TimelinePanel = dynamic(() =>
  import('./timeline/timeline-panel.tsx').then((module) => module.TimelinePanel),
);
export const GraphPanel = dynamic(() => import('./graph/graph-panel.tsx').then((module) => module.GraphPanel));
export const LogPanel = dynamic(() => import('./logs/log-panel.tsx').then((module) => module.LogPanel));
export const TracePanel = dynamic(() => import('./trace/trace-panel.tsx').then((module) => module.TracePanel));
export const ArtifactsPanel = dynamic(() =>
  import('./artifacts/artifacts-panel.tsx').then((module) => module.ArtifactsPanel),
);
export const StatePanel = dynamic(() => import('./state/state-panel.tsx').then((module) => module.StatePanel));
/** A dialog is opened by scripts: nothing of it is drawn before. */
export const Lightbox = dynamic(() => import('./artifacts/lightbox.tsx').then((module) => module.Lightbox), {
  ssr: false,
});
export const PreviewPanel = dynamic(
  () => import('./artifacts/preview/preview-panel.tsx').then((module) => module.PreviewPanel),
  { ssr: false },
);

/** Word for word as above: the same words are the same file. */
export function loadPanels() {
  void import('./inspector/inspector.tsx').then((module) => module.Inspector);
  void import('./timeline/timeline-panel.tsx').then((module) => module.TimelinePanel);
  void import('./graph/graph-panel.tsx').then((module) => module.GraphPanel);
  void import('./logs/log-panel.tsx').then((module) => module.LogPanel);
  void import('./trace/trace-panel.tsx').then((module) => module.TracePanel);
  void import('./artifacts/artifacts-panel.tsx').then((module) => module.ArtifactsPanel);
  void import('./state/state-panel.tsx').then((module) => module.StatePanel);
}
