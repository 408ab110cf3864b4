import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';

/** Copies a text and says so. `name` tells apart several on one page: "Copy branch code 051001". */
export function CopyButton({
  text,
  name,
  label = 'Copy',
  variant = 'text',
}: {
  text: string;
  name: string;
  label?: string;
  variant?: 'text' | 'contained';
}) {
  const [said, setSaid] = useState<'Copied' | 'Not copied'>();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      // Refused by the browser's settings: the text stands on screen to be selected.
      () => setSaid('Not copied'),
    );
  return (
    <>
      <Button
        size="small"
        variant={variant}
        aria-label={`${label} ${name}`.trim()}
        onClick={() => void copy()}
        onBlur={() => setSaid(undefined)}
        sx={{ minWidth: 64, whiteSpace: 'nowrap', ...(variant === 'text' && { py: 0, minHeight: 24 }) }}
      >
        {said ?? label}
      </Button>
      {/* A button's own text is no live region: what it says is read out from beside it. */}
      <Box
        component="output"
        sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {said}
      </Box>
    </>
  );
}
