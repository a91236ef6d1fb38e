// Runs before the first paint: the chosen theme, or the system's, never flashes, and the start
// page's list of games is on its way while the page itself is still loading.
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
  if (location.pathname === '/') {
    globalThis.sommetCatalogue = fetch('/api/games');
    // Failing early is no news: the page asks again and tells.
    globalThis.sommetCatalogue.catch(() => {});
  }
}
