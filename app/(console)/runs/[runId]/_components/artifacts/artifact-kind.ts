import { FileArchive, FileBraces, FileIcon, FileImage, FileText, type LucideIcon } from 'lucide-react';

export function isImage(type: string): boolean {
  return type.startsWith('image/');
}

export function isText(type: string): boolean {
  return type.startsWith('text/') || isJson(type) || /[/+](xml|yaml|x-yaml|javascript|x-ndjson)\b/.test(type);
}

export function isJson(type: string): boolean {
  return /[/+]json\b/.test(type);
}

export function iconOf(type: string): LucideIcon {
  if (isImage(type)) return FileImage;
  if (isJson(type)) return FileBraces;
  if (isText(type)) return FileText;
  return /zip|tar|gzip/.test(type) ? FileArchive : FileIcon;
}

/** "812 B", "2.1 KB", "14 MB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
