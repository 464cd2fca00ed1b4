package manifact

import (
	"fmt"
	"strings"
)

// unnamed is the text of a constant of a later release.
func unnamed(kind string, value int) string { return fmt.Sprintf("%s(%d)", kind, value) }

// shown is the text of an object, for example "Model(lccf, documents 60, clusters 3)".
func shown(h *handle, kind string, parts func() string) string {
	if _, err := h.acquire(); err != nil {
		return kind + "(closed or nil)"
	}
	defer h.release()
	return kind + "(" + parts() + ")"
}

// String returns the shape, for example "Matrix(60 x 30, entries 210)".
func (m *Matrix) String() string {
	return shown(m.handle(), "Matrix", func() string {
		if m.IsDense() {
			return fmt.Sprintf("%d x %d, dense", m.Rows(), m.Columns())
		}
		return fmt.Sprintf("%d x %d, entries %d", m.Rows(), m.Columns(), m.Entries())
	})
}

// String returns the method and the sizes, for example "Model(lccf, documents 60, clusters 3)", and
// the status if it is not OK.
func (m *Model) String() string {
	return shown(m.handle(), "Model", func() string {
		text := fmt.Sprintf("%s, documents %d, clusters %d", m.Method(), m.Documents(),
			m.Clusters())
		if status := m.Status(); status != OK {
			text += ", " + status.String()
		}
		return text
	})
}

// String returns the method, for example "Solver(lccf)".
func (v *Solver) String() string { return shown(v.handle(), "Solver", v.Method) }

// String returns the number of terms, or "not finished".
func (v *Vectorizer) String() string {
	return shown(v.handle(), "Vectorizer", func() string {
		if !v.finished.Load() {
			return "not finished"
		}
		return fmt.Sprintf("terms %d", len(v.Terms()))
	})
}

// String returns the sizes, for example "Graph(vertices 60, edges 210)".
func (g *Graph) String() string {
	return shown(g.handle(), "Graph", func() string {
		return fmt.Sprintf("vertices %d, edges %d", g.Vertices(), g.Edges())
	})
}

// String returns the number of entries of each kind of which there are any.
func (c *Constraints) String() string {
	return shown(c.handle(), "Constraints", func() string {
		text := fmt.Sprintf("documents %d", c.Documents())
		for kind := ConstraintsPairs; kind <= ConstraintsRepeated; kind++ {
			if count := c.Count(kind); count > 0 {
				text += fmt.Sprintf(", %s %d", kind, count)
			}
		}
		return text
	})
}

// String returns the number of rows and the names of the columns, for example
// "Table(rows 60, columns id, body)".
func (t *Table) String() string {
	return shown(t.handle(), "Table", func() string {
		return fmt.Sprintf("rows %d, columns %s", t.Rows(), strings.Join(t.Columns(), ", "))
	})
}

// String returns the name and the summary.
func (m MethodInfo) String() string { return m.Name + ": " + m.Summary }

// String returns the name with the default, and the summary, for example "neighbors=7: …".
func (o OptionInfo) String() string { return o.Name + "=" + o.Fallback + ": " + o.Summary }

// String returns the stage and how far it is, for example "fit 3/100".
func (p Progress) String() string {
	if p.Total == 0 {
		return fmt.Sprintf("%s %d", p.Stage, p.Done)
	}
	return fmt.Sprintf("%s %d/%d", p.Stage, p.Done, p.Total)
}

// String returns the suggested number and why, for example "k = 3: …".
func (s *Suggestion) String() string {
	if s == nil {
		return "Suggestion(nil)"
	}
	return fmt.Sprintf("k = %d: %s", s.K, s.Reason)
}
