import { minuteText } from '#rules/day-text.ts';

export const UsedText = ({ LastUsed, IsUnused }: { LastUsed?: string; IsUnused: boolean }) => (
  <>
    {LastUsed === undefined ? 'Never' : minuteText(LastUsed)}
    {IsUnused && <small>Unused for 90 days</small>}
  </>
);
