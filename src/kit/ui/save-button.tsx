import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import { keyframes, styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';

const slowMs = 5000;

const turn = keyframes({ to: { rotate: '1turn' } });

const Ring = styled('span')({
  width: 16,
  height: 16,
  border: '2px solid',
  borderRightColor: 'transparent',
  borderRadius: '50%',
  animation: `${turn} 0.8s linear infinite`,
});

const stacked = { display: 'grid', placeItems: 'center', '& > *': { gridArea: '1 / 1' } } as const;

function SlowNote({ saving }: { saving: string }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box role="status" sx={{ alignSelf: 'center', fontWeight: 600, '&:empty': { display: 'none' } }}>
      {isSlow && `Still ${saving.toLowerCase().replace('…', '.')} Don’t close this page.`}
    </Box>
  );
}

/** Says that it saves, without changing its width. A second click sends nothing. */
export function SaveButton(
  props: Omit<ButtonProps, 'loading'> & {
    isSaving: boolean;
    /** What it does: `Checking…` */
    saving?: string;
  },
) {
  const { isSaving, saving = 'Saving…', children, disabled, sx, ...button } = props;
  const color = button.color === 'error' ? 'error' : 'primary';
  const filled = { bgcolor: `${color}.main`, color: `${color}.contrastText` };
  return (
    <>
      {isSaving && <SlowNote saving={saving} />}
      <Button
        variant="contained"
        {...button}
        disabled={disabled || isSaving}
        aria-busy={isSaving}
        sx={[
          isSaving && { '&.Mui-disabled': button.variant === 'outlined' ? { color: 'text.primary' } : filled },
          ...(Array.isArray(sx) ? sx : [sx]),
        ]}
      >
        <Box component="span" sx={stacked}>
          <span style={{ visibility: isSaving ? 'hidden' : undefined }}>{children}</span>
          {isSaving && (
            <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Ring aria-hidden />
              {saving}
            </Box>
          )}
        </Box>
      </Button>
    </>
  );
}
