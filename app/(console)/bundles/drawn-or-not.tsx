'use client';
import { CircleX } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '#app/_components/ui/empty-state.tsx';
import { visibleText } from '#lib/html/visible-text.ts';

/** A bundle is somebody else's file: what cannot be drawn is said, and the console stays as it is. */
export class DrawnOrNot extends Component<{ name: string; children: ReactNode }, { message: string | null }> {
  override state = { message: null };

  static getDerivedStateFromError(error: unknown) {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    if (this.state.message === null) return this.props.children;
    return (
      <EmptyState role="alert" icon={<CircleX />} heading="This bundle cannot be drawn" level={1}>
        Something in {visibleText(this.props.name)} is not as a console writes it: {visibleText(this.state.message)}
      </EmptyState>
    );
  }
}
