// Written by bindings/generate. DO NOT EDIT.

package manifact

// Status is the status of a call: 0 is success, a positive number a result with a condition worth
// knowing, a negative one a failure. It is an error, for errors.Is.
type Status int

// Values of Status.
const (
	OK             Status = 0
	IterationLimit Status = 1
	FewerClusters  Status = 2
	Contradictions Status = 3
	NotConverged   Status = 4
	ErrNull        Status = -101
	ErrHandle      Status = -102
	ErrArgument    Status = -103
	ErrOption      Status = -104
	ErrLength      Status = -105
	ErrMismatch    Status = -106
	ErrBusy        Status = -107
	ErrStructure   Status = -201
	ErrValue       Status = -202
	ErrEmpty       Status = -203
	ErrFormat      Status = -204
	ErrCorrupt     Status = -205
	ErrVersion     Status = -206
	ErrNumerics    Status = -301
	ErrMemory      Status = -401
	ErrBudget      Status = -402
	ErrIO          Status = -403
	ErrThreads     Status = -404
	ErrFeature     Status = -405
	ErrCancelled   Status = -501
	ErrInternal    Status = -601
)

// Format is the format of a file with a matrix.
type Format int

// Values of Format.
const (
	FormatAuto         Format = 0
	FormatMatrixMarket Format = 1
	FormatSvmlight     Format = 2
	FormatCSV          Format = 3
	FormatCounts       Format = 4
)

// String returns the word of the value, for example "counts".
func (v Format) String() string {
	switch v {
	case FormatAuto:
		return "auto"
	case FormatMatrixMarket:
		return "matrix-market"
	case FormatSvmlight:
		return "svmlight"
	case FormatCSV:
		return "csv"
	case FormatCounts:
		return "counts"
	}
	return unnamed("Format", int(v))
}

// ColumnType is what a column of a Table holds.
type ColumnType int

// Values of ColumnType.
const (
	ColumnOther   ColumnType = 0
	ColumnNumbers ColumnType = 1
	ColumnVectors ColumnType = 2
	ColumnTexts   ColumnType = 3
	ColumnTimes   ColumnType = 4
	ColumnNulls   ColumnType = 5
)

// String returns the word of the value, for example "nulls".
func (v ColumnType) String() string {
	switch v {
	case ColumnOther:
		return "other"
	case ColumnNumbers:
		return "numbers"
	case ColumnVectors:
		return "vectors"
	case ColumnTexts:
		return "texts"
	case ColumnTimes:
		return "times"
	case ColumnNulls:
		return "nulls"
	}
	return unnamed("ColumnType", int(v))
}

// GraphWeight is how the edges of a graph are weighted.
type GraphWeight int

// Values of GraphWeight.
const (
	WeightCosine       GraphWeight = 1
	WeightBinary       GraphWeight = 2
	WeightHeat         GraphWeight = 3
	WeightLocalScaling GraphWeight = 4
)

// String returns the word of the value, for example "local-scaling".
func (v GraphWeight) String() string {
	switch v {
	case WeightCosine:
		return "cosine"
	case WeightBinary:
		return "binary"
	case WeightHeat:
		return "heat"
	case WeightLocalScaling:
		return "local-scaling"
	}
	return unnamed("GraphWeight", int(v))
}

// GraphRule is which neighbor relations become edges.
type GraphRule int

// Values of GraphRule.
const (
	RuleSymmetric GraphRule = 0
	RuleOr        GraphRule = 1
	RuleMutual    GraphRule = 2
)

// String returns the word of the value, for example "mutual".
func (v GraphRule) String() string {
	switch v {
	case RuleSymmetric:
		return "symmetric"
	case RuleOr:
		return "or"
	case RuleMutual:
		return "mutual"
	}
	return unnamed("GraphRule", int(v))
}

// Search is how neighbors are searched.
type Search int

// Values of Search.
const (
	SearchNone        Search = 0
	SearchAuto        Search = 1
	SearchExact       Search = 2
	SearchApproximate Search = 3
)

// String returns the word of the value, for example "approximate".
func (v Search) String() string {
	switch v {
	case SearchNone:
		return "none"
	case SearchAuto:
		return "auto"
	case SearchExact:
		return "exact"
	case SearchApproximate:
		return "approximate"
	}
	return unnamed("Search", int(v))
}

// Metric is how near two documents are.
type Metric int

// Values of Metric.
const (
	MetricCosine    Metric = 1
	MetricEuclidean Metric = 2
	MetricAuto      Metric = 3
)

// String returns the word of the value, for example "auto".
func (v Metric) String() string {
	switch v {
	case MetricCosine:
		return "cosine"
	case MetricEuclidean:
		return "euclidean"
	case MetricAuto:
		return "auto"
	}
	return unnamed("Metric", int(v))
}

// Gamma is how gamma of AdaptiveGraph is chosen.
type Gamma int

// Values of Gamma.
const (
	GammaRow   Gamma = 1
	GammaFixed Gamma = 2
)

// String returns the word of the value, for example "fixed".
func (v Gamma) String() string {
	switch v {
	case GammaRow:
		return "row"
	case GammaFixed:
		return "fixed"
	}
	return unnamed("Gamma", int(v))
}

// ConstraintKind is a kind of entries of Constraints.
type ConstraintKind int

// Values of ConstraintKind.
const (
	ConstraintsPairs          ConstraintKind = 1
	ConstraintsContradictions ConstraintKind = 2
	ConstraintsConflicts      ConstraintKind = 3
	ConstraintsLabeled        ConstraintKind = 4
	ConstraintsClasses        ConstraintKind = 5
	ConstraintsRepeated       ConstraintKind = 6
)

// String returns the word of the value, for example "repeated".
func (v ConstraintKind) String() string {
	switch v {
	case ConstraintsPairs:
		return "pairs"
	case ConstraintsContradictions:
		return "contradictions"
	case ConstraintsConflicts:
		return "conflicts"
	case ConstraintsLabeled:
		return "labeled"
	case ConstraintsClasses:
		return "classes"
	case ConstraintsRepeated:
		return "repeated"
	}
	return unnamed("ConstraintKind", int(v))
}

// OptionType is the type of an option.
type OptionType int

// Values of OptionType.
const (
	TypeInt64  OptionType = 1
	TypeDouble OptionType = 2
	TypeText   OptionType = 3
	TypeBool   OptionType = 4
)

// String returns the word of the value, for example "bool".
func (v OptionType) String() string {
	switch v {
	case TypeInt64:
		return "int64"
	case TypeDouble:
		return "double"
	case TypeText:
		return "text"
	case TypeBool:
		return "bool"
	}
	return unnamed("OptionType", int(v))
}

// Score ranks the features of a cluster.
type Score int

// Values of Score.
const (
	ScoreConcept     Score = 1
	ScoreLift        Score = 2
	ScoreExclusivity Score = 3
)

// String returns the word of the value, for example "exclusivity".
func (v Score) String() string {
	switch v {
	case ScoreConcept:
		return "concept"
	case ScoreLift:
		return "lift"
	case ScoreExclusivity:
		return "exclusivity"
	}
	return unnamed("Score", int(v))
}

// Block is a measure of a cluster of documents by a cluster of features.
type Block int

// Values of Block.
const (
	BlockMass Block = 1
	BlockMean Block = 2
	BlockLift Block = 3
)

// String returns the word of the value, for example "lift".
func (v Block) String() string {
	switch v {
	case BlockMass:
		return "mass"
	case BlockMean:
		return "mean"
	case BlockLift:
		return "lift"
	}
	return unnamed("Block", int(v))
}

// Linkage is how the distance of two groups of topics is measured.
type Linkage int

// Values of Linkage.
const (
	LinkageWard    Linkage = 1
	LinkageAverage Linkage = 2
)

// String returns the word of the value, for example "average".
func (v Linkage) String() string {
	switch v {
	case LinkageWard:
		return "ward"
	case LinkageAverage:
		return "average"
	}
	return unnamed("Linkage", int(v))
}

// Weakness is why a topic is weak.
type Weakness int

// Values of Weakness.
const (
	WeaknessNone       Weakness = 0
	WeaknessEmpty      Weakness = 1
	WeaknessSmall      Weakness = 2
	WeaknessNearCopy   Weakness = 3
	WeaknessIncoherent Weakness = 4
)

// String returns the word of the value, for example "incoherent".
func (v Weakness) String() string {
	switch v {
	case WeaknessNone:
		return "none"
	case WeaknessEmpty:
		return "empty"
	case WeaknessSmall:
		return "small"
	case WeaknessNearCopy:
		return "near-copy"
	case WeaknessIncoherent:
		return "incoherent"
	}
	return unnamed("Weakness", int(v))
}

// Direction is that of a trend.
type Direction int

// Values of Direction.
const (
	Falling Direction = -1
	Rising  Direction = 1
)

// String returns the word of the value, for example "rising".
func (v Direction) String() string {
	switch v {
	case Falling:
		return "falling"
	case Rising:
		return "rising"
	}
	return unnamed("Direction", int(v))
}

// Change is what became of a topic in a later model.
type Change int

// Values of Change.
const (
	ChangeStayed   Change = 1
	ChangeMoved    Change = 2
	ChangeSplit    Change = 3
	ChangeJoined   Change = 4
	ChangeAppeared Change = 5
	ChangeVanished Change = 6
)

// String returns the word of the value, for example "vanished".
func (v Change) String() string {
	switch v {
	case ChangeStayed:
		return "stayed"
	case ChangeMoved:
		return "moved"
	case ChangeSplit:
		return "split"
	case ChangeJoined:
		return "joined"
	case ChangeAppeared:
		return "appeared"
	case ChangeVanished:
		return "vanished"
	}
	return unnamed("Change", int(v))
}
