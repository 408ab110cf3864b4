import GlobalStyles from '@mui/material/GlobalStyles';

const paper = {
  '@media print': {
    '@page': { margin: '12mm' },
    'body, main': { background: '#fff !important', color: '#000 !important', padding: '0 !important' },
    'header, nav, [data-screen], [data-progress]': { display: 'none !important' },
    ':has(> nav)': { display: 'none !important' },
    main: { gridColumn: '1 / -1' },
    'tr, section': { breakInside: 'avoid' },
  },
} as const;

/** Prints a page without bars and whatever else is only for the screen, black on white. */
export const OnPaper = () => <GlobalStyles styles={paper} />;
