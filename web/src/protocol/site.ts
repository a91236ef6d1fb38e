/** Where the page comes from: a Sommet server, or a folder of any static host (`make static`). */
export const hasServer = import.meta.env.MODE !== 'static';
