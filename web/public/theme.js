// Runs before the first paint so that the chosen theme, or the system's, never flashes.
{
  let theme;
  try {
    theme = JSON.parse(localStorage.getItem('sommet.settings') ?? '{}').theme;
  } catch {
    // Without storage the system's theme applies.
  }
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = theme;
}
