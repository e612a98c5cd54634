import type { ReactNode } from 'react';

export type Fact = { label: string; left: ReactNode; right: ReactNode };

/** Facts of two things beside each other. */
export function FactTable({ heads, facts }: { heads: [ReactNode, ReactNode]; facts: Fact[] }) {
  return (
    <table className="w-full table-fixed border-collapse text-sm">
      <thead>
        <tr className="border-line border-b text-left">
          <td className="w-32 px-4 py-2 phone:w-20 phone:px-3" />
          {heads.map((head, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: left and right
            <th key={index} scope="col" className="px-4 py-2 font-medium phone:px-2">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {facts.map(({ label, left, right }) => (
          <tr key={label} className="border-line-soft border-b align-top last:border-0">
            <th scope="row" className="px-4 py-1.5 text-left font-normal text-mute phone:px-3">
              {label}
            </th>
            <td className="break-words px-4 py-1.5 tabular-nums phone:px-2">{left}</td>
            <td className="break-words px-4 py-1.5 tabular-nums phone:px-2">{right}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
